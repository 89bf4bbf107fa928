// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {WithdrawQueue} from "../../src/queue/WithdrawQueue.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {TellerFixture} from "../teller/TellerFixture.sol";

/// @notice Requests, cancels, replaces and solves at random, in the name of one user.
contract QueueHandler is Test {
    uint24 private constant DEADLINE = 3 days;

    WithdrawQueue public immutable queue;
    Vault private immutable _VAULT;
    address private immutable _ASSET;
    address public immutable user;

    /// @notice Shares and assets of the requests that are open.
    uint256 public openShares;
    uint256 public solvedAssets;
    uint256 public solvedShares;
    uint256 public solvedCount;
    uint256 public wronglyPassed;
    uint256 public wronglyRefused;
    WithdrawQueue.OnChainWithdraw[] private _open;

    constructor(WithdrawQueue queue_, address asset, address user_) {
        (queue, _ASSET, user) = (queue_, asset, user_);
        _VAULT = Vault(payable(address(queue_.boringVault())));
    }

    function openCount() external view returns (uint256) {
        return _open.length;
    }

    function request(uint128 shares, uint16 discount) external {
        shares = uint128(bound(shares, 1e6, 1e20));
        discount = uint16(bound(discount, 0, 100));
        uint96 number = queue.nonce();
        vm.prank(user);
        queue.requestOnChainWithdraw(_ASSET, shares, discount, DEADLINE);
        openShares += shares;
        _remember(number, shares, discount);
    }

    function cancel(uint256 index) external {
        if (_open.length == 0) return;
        WithdrawQueue.OnChainWithdraw memory request_ = _open[index % _open.length];
        vm.prank(user);
        queue.cancelOnChainWithdraw(request_);
        openShares -= request_.amountOfShares;
        _forget(index % _open.length);
    }

    function replace(uint256 index, uint16 discount) external {
        if (_open.length == 0) return;
        discount = uint16(bound(discount, 0, 100));
        WithdrawQueue.OnChainWithdraw memory request_ = _open[index % _open.length];
        uint96 number = queue.nonce();
        vm.prank(user);
        queue.replaceOnChainWithdraw(request_, discount, DEADLINE);
        _forget(index % _open.length);
        _remember(number, request_.amountOfShares, discount);
    }

    function solve(uint256 index, uint256 time) external {
        skip(bound(time, 0, 1 days));
        if (_open.length == 0) return;
        WithdrawQueue.OnChainWithdraw[] memory one = new WithdrawQueue.OnChainWithdraw[](1);
        one[0] = _open[index % _open.length];
        uint256 maturity = uint256(one[0].creationTime) + one[0].secondsToMaturity;
        bool shallPass = block.timestamp >= maturity && block.timestamp <= maturity + DEADLINE;
        try queue.solveOnChainWithdraws(one, "", address(this)) {
            if (!shallPass) ++wronglyPassed;
            openShares -= one[0].amountOfShares;
            solvedShares += one[0].amountOfShares;
            solvedAssets += one[0].amountOfAssets;
            ++solvedCount;
            _forget(index % _open.length);
        } catch {
            if (shallPass) ++wronglyRefused;
        }
    }

    function _remember(uint96 number, uint128 shares, uint16 discount) private {
        _open.push(
            WithdrawQueue.OnChainWithdraw(
                number,
                user,
                _ASSET,
                shares,
                queue.previewAssetsOut(_ASSET, shares, discount),
                uint40(block.timestamp),
                1 days,
                DEADLINE
            )
        );
    }

    function _forget(uint256 index) private {
        _open[index] = _open[_open.length - 1];
        _open.pop();
    }
}

contract QueueInvariantTest is TellerFixture {
    uint256 private constant SUPPLY = 1e30;
    uint256 private constant CAPACITY = 1e29;

    WithdrawQueue private _queue;
    QueueHandler private _handler;

    function setUp() public {
        _prepare();
        _queue = new WithdrawQueue(address(this), address(vault), address(accountant));
        _queue.updateWithdrawAsset(address(weth), 1 days, 1 days, 0, 100, 1e6);
        _queue.setWithdrawCapacity(address(weth), CAPACITY);
        bytes4[3] memory open = [bytes4(0x6bb3b476), bytes4(0x4a2dc5e4), bytes4(0xa5672fd7)];
        for (uint256 i; i < 3; ++i) {
            authority.setPublicCapability(address(_queue), open[i], true);
        }
        _queue.setAuthority(address(authority));
        vault.enter(address(this), address(0), 0, alice, SUPPLY);
        vm.prank(alice);
        vault.approve(address(_queue), type(uint256).max);
        _handler = new QueueHandler(_queue, address(weth), alice);
        authority.setUserRole(address(_handler), 12, true);
        bytes4 solve = WithdrawQueue.solveOnChainWithdraws.selector;
        authority.setRoleCapability(12, address(_queue), solve, true);
        weth.mint(address(_handler), 1e40);
        vm.prank(address(_handler));
        weth.approve(address(_queue), type(uint256).max);
        targetContract(address(_handler));
    }

    function invariant_theQueueHoldsWhatIsOpen() public view {
        assertEq(vault.balanceOf(address(_queue)), _handler.openShares());
        assertEq(_queue.getRequestIds().length, _handler.openCount());
        assertEq(weth.balanceOf(address(_queue)), 0);
    }

    function invariant_sharesGoToTheSolverAndAssetsToTheUser() public view {
        assertEq(vault.balanceOf(address(_handler)), _handler.solvedShares());
        assertEq(weth.balanceOf(alice), _handler.solvedAssets());
        assertEq(vault.totalSupply(), SUPPLY);
    }

    function invariant_capacityIsTakenByWhatIsOpenOrSolved() public view {
        (,,,,,, uint256 capacity) = _queue.withdrawAssets(address(weth));
        assertEq(CAPACITY - capacity, _handler.openShares() + _handler.solvedShares());
    }

    function invariant_solvedBetweenMaturityAndDeadlineAlone() public view {
        assertEq(_handler.wronglyPassed() + _handler.wronglyRefused(), 0);
    }

    /// @dev Without this a handler that reaches nothing would pass.
    function test_theHandlerSolves() public {
        _handler.request(5e18, 10);
        _handler.request(6e18, 0);
        _handler.replace(0, 5);
        _handler.solve(0, 0);
        assertEq(_handler.solvedCount(), 0);
        _handler.solve(0, 1 days);
        assertEq(_handler.solvedCount(), 1);
        assertEq(_handler.openCount(), 1);
        _handler.cancel(0);
        assertEq(_handler.openCount(), 0);
    }
}
