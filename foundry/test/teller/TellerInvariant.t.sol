// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {Teller} from "../../src/teller/Teller.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {TellerFixture} from "./TellerFixture.sol";

/// @notice Two users come and go at a rate that never changes.
contract TellerHandler is Test {
    address private constant NOBODY = address(0);

    Teller public immutable teller;
    Vault private immutable _VAULT;
    address[2] public users;
    address[2] private _assets;

    uint256 public deposits;
    uint256 public withdrawals;
    uint256 public wronglyPassed;
    /// @notice When the shares of a user may move again.
    mapping(address user => uint256) public unlockedAt;

    constructor(Teller teller_, address[2] memory users_, address[2] memory assets) {
        teller = teller_;
        _VAULT = Vault(payable(address(teller_.vault())));
        (users, _assets) = (users_, assets);
    }

    function deposit(uint256 who, bool isDollar, uint256 amount) external {
        address user = users[who % 2];
        amount = isDollar ? bound(amount, 10, 1e9) : bound(amount, 1e6, 1e21);
        vm.prank(user);
        teller.deposit(_assets[isDollar ? 1 : 0], amount, 0, NOBODY);
        if (teller.shareLockPeriod() > 0) unlockedAt[user] = block.timestamp + 1 hours;
        ++deposits;
    }

    function withdraw(uint256 who, bool isDollar, uint256 shares, uint256 time) external {
        skip(bound(time, 0, 2 hours));
        address user = users[who % 2];
        uint256 held = _VAULT.balanceOf(user);
        if (held == 0) return;
        bool isLocked = unlockedAt[user] > block.timestamp;
        vm.prank(user);
        try teller.withdraw(_assets[isDollar ? 1 : 0], bound(shares, 1, held), 0, user) {
            if (isLocked) ++wronglyPassed;
            ++withdrawals;
        } catch {}
    }

    function setLock(bool isOn) external {
        vm.prank(teller.owner());
        teller.setShareLockPeriod(isOn ? 1 hours : 0);
    }

    function transfer(uint256 who, uint256 shares) external {
        address user = users[who % 2];
        bool isLocked = unlockedAt[user] > block.timestamp;
        shares = bound(shares, 0, _VAULT.balanceOf(user));
        vm.prank(user);
        try _VAULT.transfer(users[(who + 1) % 2], shares) {
            if (isLocked) ++wronglyPassed;
        } catch {}
    }
}

contract TellerInvariantTest is TellerFixture {
    Teller private _teller;
    TellerHandler private _handler;

    function setUp() public {
        _prepare();
        _teller = new Teller(address(this), address(vault), address(accountant), address(weth));
        _open(_teller);
        _publish(_teller, 0x8b6099db);
        _publish(_teller, Teller.withdraw.selector);
        _handler = new TellerHandler(_teller, [alice, bob], [address(weth), address(dollar)]);
        targetContract(address(_handler));
    }

    function invariant_sharesAreThoseOfTheUsers() public view {
        assertEq(vault.totalSupply(), vault.balanceOf(alice) + vault.balanceOf(bob));
        assertEq(_teller.depositNonce(), _handler.deposits());
    }

    /// @dev One rate for both assets: rounding and premium leave the vault with more, never less.
    function invariant_everyShareIsCovered() public view {
        uint256 held = weth.balanceOf(address(vault)) + dollar.balanceOf(address(vault)) * 1e12;
        assertGe(held, vault.totalSupply() * accountant.getRate() / 1e18);
        assertEq(weth.balanceOf(address(_teller)) + dollar.balanceOf(address(_teller)), 0);
    }

    function invariant_nobodyMovesLockedShares() public view {
        assertEq(_handler.wronglyPassed(), 0);
    }

    /// @dev Without this a handler that reaches nothing would pass.
    function test_theHandlerComesAndGoes() public {
        _handler.deposit(0, true, 1e6);
        _handler.setLock(true);
        _handler.deposit(1, false, 5e18);
        _handler.withdraw(1, false, 1e18, 0);
        assertEq(_handler.withdrawals(), 0);
        _handler.withdraw(1, false, 1e18, 2 hours);
        assertEq(_handler.withdrawals(), 1);
        _handler.transfer(0, 1);
        assertEq(_handler.deposits(), 2);
        assertEq(_handler.wronglyPassed(), 0);
    }

    function testStrangersChangeNothing() public {
        bytes[10] memory calls = [
            abi.encodeCall(_teller.pause, ()),
            abi.encodeCall(_teller.unpause, ()),
            abi.encodeCall(_teller.updateAssetData, (address(weth), false, false, 0)),
            abi.encodeCall(_teller.setDepositCap, (1)),
            abi.encodeCall(_teller.setShareLockPeriod, (1)),
            abi.encodeCall(_teller.setPermissionedTransfers, (true)),
            abi.encodeCall(_teller.denyAll, (bob)),
            abi.encodeCall(_teller.allowAll, (bob)),
            abi.encodeCall(_teller.allowPermissionedOperator, (bob)),
            abi.encodeCall(_teller.denyPermissionedOperator, (bob))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(alice);
            (bool ok, bytes memory answer) = address(_teller).call(calls[i]);
            assertFalse(ok);
            assertEq(answer, abi.encodeWithSignature("Error(string)", "UNAUTHORIZED"));
            (ok,) = address(_teller).call(calls[i]);
            assertTrue(ok);
        }
    }
}
