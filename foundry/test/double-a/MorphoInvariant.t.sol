// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {FixedRateIrm} from "../../src/double/morpho/FixedRateIrm.sol";
import {MarketParams} from "../../src/double/morpho/MarketParams.sol";
import {Morpho} from "../../src/double/morpho/Morpho.sol";
import {MarketOracle} from "../../src/double/oracle/MarketOracle.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";

/// @notice Three accounts lend and borrow at random; what Morpho refuses is no failure.
contract MorphoHandler is Test {
    Morpho public immutable morpho;
    MintableToken public immutable loan;
    MintableToken public immutable collateral;
    MarketParams private _params;
    address[3] public users = [address(0xA1), address(0xA2), address(0xA3)];
    mapping(string act => uint256) public done;

    constructor(Morpho morpho_, MintableToken loan_, MintableToken collateral_) {
        (morpho, loan, collateral) = (morpho_, loan_, collateral_);
        for (uint256 i; i < 3; ++i) {
            vm.startPrank(users[i]);
            loan.approve(address(morpho), type(uint256).max);
            collateral.approve(address(morpho), type(uint256).max);
            vm.stopPrank();
        }
    }

    function open(MarketParams calldata params) external {
        _params = params;
    }

    function supply(uint256 who, uint256 amount) external {
        address user = users[who % 3];
        amount = bound(amount, 1, 1e15);
        loan.mint(user, amount);
        vm.prank(user);
        try morpho.supply(_params, amount, 0, user, "") {
            ++done["supply"];
        } catch {}
    }

    function withdraw(uint256 who, uint256 amount, bool byShares) external {
        address user = users[who % 3];
        (uint256 shares,,) = morpho.position(_id(), user);
        amount = bound(amount, 0, byShares ? shares : shares / 1e6);
        vm.prank(user);
        try morpho.withdraw(_params, byShares ? 0 : amount, byShares ? amount : 0, user, user) {
            ++done["withdraw"];
        } catch {}
    }

    function supplyCollateral(uint256 who, uint256 amount) external {
        address user = users[who % 3];
        amount = bound(amount, 1, 1e24);
        collateral.mint(user, amount);
        vm.prank(user);
        try morpho.supplyCollateral(_params, amount, user, "") {
            ++done["supplyCollateral"];
        } catch {}
    }

    function withdrawCollateral(uint256 who, uint256 amount) external {
        address user = users[who % 3];
        (,, uint128 held) = morpho.position(_id(), user);
        vm.prank(user);
        try morpho.withdrawCollateral(_params, bound(amount, 0, held), user, user) {
            ++done["withdrawCollateral"];
        } catch {}
    }

    function borrow(uint256 who, uint256 amount) external {
        address user = users[who % 3];
        (,, uint128 held) = morpho.position(_id(), user);
        // Up to what all the collateral is worth, of which 0.8 may be borrowed.
        amount = bound(amount, 0, uint256(held) * 2000e6 / 1e18);
        vm.prank(user);
        try morpho.borrow(_params, amount, 0, user, user) {
            ++done["borrow"];
        } catch {}
    }

    function repay(uint256 who, uint256 amount, uint256 time) external {
        skip(bound(time, 0, 30 days));
        address user = users[who % 3];
        amount = bound(amount, 0, loan.balanceOf(user));
        vm.prank(user);
        try morpho.repay(_params, amount, 0, user, "") {
            ++done["repay"];
        } catch {}
    }

    function _id() private view returns (bytes32) {
        return keccak256(abi.encode(_params));
    }
}

/// @notice What the books say is what the tokens say, after anything.
contract MorphoInvariantTest is Test {
    Morpho private _morpho;
    MintableToken private _loan;
    MintableToken private _collateral;
    MorphoHandler private _handler;
    bytes32 private _id;

    function setUp() public {
        _morpho = new Morpho(address(this));
        _loan = new MintableToken(address(this), "USD Coin", "USDC", 6);
        _collateral = new MintableToken(address(this), "Wrapped Ether", "WETH", 18);
        FixedRateIrm irm = new FixedRateIrm(3_170_979_198);
        MarketParams memory params = MarketParams(
            address(_loan),
            address(_collateral),
            address(new MarketOracle(address(this), 2000e24)),
            address(irm),
            0.8e18
        );
        _morpho.enableIrm(address(irm));
        _morpho.enableLltv(0.8e18);
        _morpho.createMarket(params);
        _id = keccak256(abi.encode(params));
        _handler = new MorphoHandler(_morpho, _loan, _collateral);
        _handler.open(params);
        _loan.transferOwnership(address(_handler));
        _collateral.transferOwnership(address(_handler));
        bytes4[] memory acts = new bytes4[](6);
        acts[0] = MorphoHandler.supply.selector;
        acts[1] = MorphoHandler.withdraw.selector;
        acts[2] = MorphoHandler.supplyCollateral.selector;
        acts[3] = MorphoHandler.withdrawCollateral.selector;
        acts[4] = MorphoHandler.borrow.selector;
        acts[5] = MorphoHandler.repay.selector;
        targetContract(address(_handler));
        targetSelector(FuzzSelector(address(_handler), acts));
    }

    function invariant_whatIsNotLentIsThere() public view {
        (uint128 supplied,, uint128 borrowed,,,) = _morpho.market(_id);
        assertEq(_loan.balanceOf(address(_morpho)) + borrowed, supplied);
    }

    function invariant_sharesAndCollateralAreThoseOfTheUsers() public view {
        (, uint128 supplyShares,, uint128 borrowShares,,) = _morpho.market(_id);
        uint256 supplied;
        uint256 borrowed;
        uint256 collateral;
        for (uint256 i; i < 3; ++i) {
            (uint256 own, uint128 owed, uint128 held) = _morpho.position(_id, _handler.users(i));
            (supplied, borrowed, collateral) = (supplied + own, borrowed + owed, collateral + held);
        }
        assertEq(supplied, supplyShares);
        assertEq(borrowed, borrowShares);
        assertEq(collateral, _collateral.balanceOf(address(_morpho)));
    }

    /// @dev Without this a handler that reaches nothing would pass.
    function test_theHandlerLendsAndBorrows() public {
        _handler.supply(0, 1e12);
        _handler.supplyCollateral(1, 1000e18);
        _handler.borrow(1, 1_000_000e6);
        _handler.repay(1, 500_000e6, 30 days);
        _handler.withdraw(0, 1e6, false);
        _handler.withdrawCollateral(1, 1e18);
        string[6] memory acts =
            ["supply", "supplyCollateral", "borrow", "repay", "withdraw", "withdrawCollateral"];
        for (uint256 i; i < 6; ++i) {
            assertEq(_handler.done(acts[i]), 1, acts[i]);
        }
        _handler.borrow(1, 1_900_000e6);
        assertEq(_handler.done("borrow"), 1);
    }
}
