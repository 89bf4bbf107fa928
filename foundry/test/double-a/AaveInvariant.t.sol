// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Test} from "forge-std/Test.sol";
import {AavePool} from "../../src/double/aave/AavePool.sol";
import {ReserveData} from "../../src/double/aave/AavePoolBase.sol";
import {PriceOracle} from "../../src/double/oracle/PriceOracle.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";

/// @notice Three accounts lend and borrow two assets at random; what the pool refuses is no failure.
contract AaveHandler is Test {
    AavePool public immutable pool;
    MintableToken[2] public assets;
    address[3] public users = [address(0xA1), address(0xA2), address(0xA3)];
    mapping(string act => uint256) public done;

    constructor(AavePool pool_, MintableToken[2] memory assets_) {
        (pool, assets) = (pool_, assets_);
        for (uint256 i; i < 6; ++i) {
            vm.prank(users[i % 3]);
            assets[i / 3].approve(address(pool), type(uint256).max);
        }
    }

    function supply(uint256 who, uint256 which, uint256 amount) external {
        (address user, MintableToken asset) = (users[who % 3], assets[which % 2]);
        amount = bound(amount, 1e3, 1e15);
        asset.mint(user, amount);
        vm.prank(user);
        try pool.supply(address(asset), amount, user, 0) {
            ++done["supply"];
        } catch {}
    }

    function withdraw(uint256 who, uint256 which, uint256 amount) external {
        (address user, MintableToken asset) = (users[who % 3], assets[which % 2]);
        vm.prank(user);
        try pool.withdraw(address(asset), bound(amount, 1, 1e15), user) {
            ++done["withdraw"];
        } catch {}
    }

    function borrow(uint256 who, uint256 which, uint256 amount) external {
        (address user, MintableToken asset) = (users[who % 3], assets[which % 2]);
        vm.prank(user);
        try pool.borrow(address(asset), bound(amount, 1, 1e14), 2, 0, user) {
            ++done["borrow"];
        } catch {}
    }

    function repay(uint256 who, uint256 which, uint256 amount, uint256 time) external {
        skip(bound(time, 0, 30 days));
        (address user, MintableToken asset) = (users[who % 3], assets[which % 2]);
        amount = bound(amount, 0, asset.balanceOf(user));
        vm.prank(user);
        try pool.repay(address(asset), amount, 2, user) {
            ++done["repay"];
        } catch {}
    }
}

/// @notice What lenders own is what lies there and what borrowers owe, to the rounding of each act.
contract AaveInvariantTest is Test {
    AavePool private _pool;
    AaveHandler private _handler;
    MintableToken[2] private _assets;

    function setUp() public {
        PriceOracle oracle = new PriceOracle(address(this));
        _pool = new AavePool(address(this), address(oracle));
        for (uint256 i; i < 2; ++i) {
            _assets[i] = new MintableToken(address(this), "Dollar", "USD", 6);
            oracle.setAssetPrice(address(_assets[i]), 1e8);
            _pool.initReserve(address(_assets[i]), 7500, 8000, 0.1e27);
        }
        _handler = new AaveHandler(_pool, _assets);
        for (uint256 i; i < 2; ++i) {
            _assets[i].transferOwnership(address(_handler));
        }
        bytes4[] memory acts = new bytes4[](4);
        acts[0] = AaveHandler.supply.selector;
        acts[1] = AaveHandler.withdraw.selector;
        acts[2] = AaveHandler.borrow.selector;
        acts[3] = AaveHandler.repay.selector;
        targetContract(address(_handler));
        targetSelector(FuzzSelector(address(_handler), acts));
    }

    /// @dev Each act rounds by a unit or two at most, and there are few hundred of them in a run.
    function invariant_lendersAreCovered() public view {
        for (uint256 i; i < 2; ++i) {
            (address aToken, address debt) = _tokensOf(i);
            uint256 there = _assets[i].balanceOf(aToken) + IERC20(debt).totalSupply();
            assertApproxEqAbs(there, IERC20(aToken).totalSupply(), 500);
        }
    }

    /// @dev Without this a handler that reaches nothing would pass.
    function test_theHandlerLendsAndBorrows() public {
        _handler.supply(0, 0, 1e12);
        _handler.supply(1, 1, 1e12);
        _handler.borrow(1, 0, 1e11);
        _handler.repay(1, 0, 5e10, 30 days);
        _handler.withdraw(0, 0, 1e11);
        assertEq(_handler.done("supply"), 2);
        assertEq(_handler.done("borrow"), 1);
        assertEq(_handler.done("repay"), 1);
        assertEq(_handler.done("withdraw"), 1);
        _handler.borrow(1, 0, 8e11);
        assertEq(_handler.done("borrow"), 1);
        invariant_lendersAreCovered();
    }

    function _tokensOf(uint256 index) private view returns (address aToken, address debt) {
        ReserveData memory data = _pool.getReserveData(address(_assets[index]));
        return (data.aTokenAddress, data.variableDebtTokenAddress);
    }
}
